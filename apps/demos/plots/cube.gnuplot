# gnuplot -c cube.gnuplot cube.csv cube.svg
# Columns: the ends of a panel in x and in y, and the logarithm of the charge density on it.
set datafile separator ","
set terminal svg size 500,420 font "sans-serif,12" background "white"
set output ARG2
set title "Logarithm of the density of charge on a face"
set size ratio -1
set xrange [0:1]
set yrange [0:1]
unset key
set palette defined (0 "#440154", 1 "#3b528b", 2 "#21918c", 3 "#5ec962", 4 "#fde725")
set style fill solid noborder
plot ARG1 using ($1 / 2 + $2 / 2):($3 / 2 + $4 / 2):1:2:3:4:5 with boxxyerror linecolor palette
