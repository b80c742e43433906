# boot's BCa interval of a ratio and of an MCC over 40 clusters, at the confidence level whose normal quantile is
# sqrt(n / (n - 1)) t(.975, n - 1): what src/stats/resampling/bootstrap.ts calls "BCa, t-widened". Debian: r-cran-boot.
source("lehmer.R")
u <- lehmer(11, 400)
n <- 40
clusters <- t(sapply(seq_len(n), function(i) {
  v <- u[(10 * (i - 1) + 1):(10 * i)]
  size <- 2 + floor(4 * v[1])
  truth <- v[2:6] < .3; said <- ifelse(truth, v[7:10][c(1, 2, 3, 4, 1)] < .8, v[7:10][c(1, 2, 3, 4, 1)] < .3)
  keep <- seq_len(5) <= size
  c(sum(truth & said & keep), sum(!truth & said & keep), sum(!truth & !said & keep), sum(truth & !said & keep))
}))
show("totals", colSums(clusters))
accuracy <- function(d, i) { s <- colSums(d[i, ]); (s[1] + s[3]) / sum(s) }
mcc <- function(d, i) { s <- colSums(d[i, ]); (s[1] * s[3] - s[2] * s[4]) / sqrt((s[1] + s[2]) * (s[1] + s[4]) * (s[3] + s[2]) * (s[3] + s[4])) }
level <- 1 - 2 * pnorm(-sqrt(n / (n - 1)) * qt(.975, n - 1))
set.seed(1)
for (name in c("accuracy", "mcc")) {
  b <- boot::boot(clusters, get(name), R = 200000)
  show(name, c(b$t0, boot::boot.ci(b, conf = level, type = "bca", L = boot::empinf(b, type = "jack"))$bca[4:5]))
}
