# gnuplot -c eigen_digits.gnuplot eigen_digits.csv eigen_digits.png
# Twelve components as images of 8 x 8 pixels, six per row, with a row and a column of zeros
# between them.
set datafile separator ","
set terminal png truecolor size 637,205
set output ARG2
set margins 0, 0, 0, 0
unset border
unset tics
unset key
unset colorbox
set palette defined (0 "#3b4cc0", 1 "#dddddd", 2 "#b40426")
set cbrange [-1:1]
set xrange [-0.5:52.5]
set yrange [16.5:-0.5]
plot ARG1 matrix with image
