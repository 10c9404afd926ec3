# gnuplot -c oscillator.gnuplot oscillator.csv oscillator.svg
# Columns: x, x⁴, and for each of eight levels its energy and the wave function shifted by it.
set datafile separator ","
set terminal svg size 640,520 font "sans-serif,12" background "white"
set output ARG2
set encoding utf8
stats ARG1 using 17 nooutput
set title "Levels of the quartic oscillator, H = p² + x⁴"
set xlabel "x"
set ylabel "energy"
set xrange [-3.6:3.6]
set yrange [0:STATS_max + 5]
set palette defined (0 "#440154", 1 "#3b528b", 2 "#21918c", 3 "#5ec962", 4 "#fde725")
set cbrange [0:9]
unset colorbox
set style fill transparent solid 0.35 noborder
plot for [n = 0:7] ARG1 using 1:3 + 2 * n:4 + 2 * n with filledcurves linecolor palette cb n notitle, \
     for [n = 0:7] "" using 1:4 + 2 * n with lines linecolor palette cb n linewidth 2 notitle, \
     "" using 1:2 with lines linecolor "black" linewidth 2 notitle
