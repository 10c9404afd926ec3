# gnuplot -c hpl.gnuplot hpl.csv hpl.svg
set datafile separator ","
set terminal svg size 640,400 font "sans-serif,12" background "white"
set output ARG2
stats ARG1 using 2 nooutput
set title "Rate of solve, in HPL's operations"
set xlabel "order n"
set ylabel "GFLOP/s"
set xrange [0:]
set yrange [0:]
set key bottom right
set grid linecolor "#e5e5e5"
plot ARG1 using 1:4 with linespoints pointtype 7 linecolor "#0072b2" linewidth 2 \
     title sprintf("solve on %d ranks", STATS_max)
