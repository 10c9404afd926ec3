# gnuplot -c co2.gnuplot co2.csv co2.svg
set datafile separator ","
set terminal svg size 640,400 font "sans-serif,12" background "white"
set output ARG2
set encoding utf8
set title "CO₂ at Mauna Loa, foretold from 1988 on"
set xlabel "year"
set ylabel "CO₂ in ppm"
set key top left
set grid linecolor "#e5e5e5"
plot ARG1 using 1:4:5 with filledcurves linecolor "#800072b2" title "95 % of the forecast", \
     "" using 1:3 with lines linecolor "#0072b2" linewidth 2 title "forecast", \
     "" using 1:($1 < 1988 ? $2 : NaN) with lines linecolor "#5a5a5a" title "measured, known", \
     "" using 1:($1 < 1988 ? NaN : $2) with points pointtype 7 pointsize 0.3 linecolor "#d55e00" title "measured later"
