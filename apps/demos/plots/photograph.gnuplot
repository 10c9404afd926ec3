# gnuplot -c photograph.gnuplot photograph.csv photograph.png
# A matrix of grey levels from 0 (black) to 255.
set datafile separator ","
stats ARG1 matrix nooutput
set terminal png truecolor size STATS_size_x + 1, STATS_size_y + 1
set output ARG2
set margins 0, 0, 0, 0
unset border
unset tics
unset key
unset colorbox
set palette defined (0 "black", 1 "white") # palette gray has a gamma
set cbrange [0:255]
set xrange [-0.5:STATS_size_x - 0.5]
set yrange [STATS_size_y - 0.5:-0.5]
plot ARG1 matrix with image
