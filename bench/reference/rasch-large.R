# The fit of 1,000 models x 1,000 benchmarks with 30 % missing by R: a logistic regression on model and benchmark factors
# with a sparse model matrix (MatrixModels::glm4). Conditional maximum likelihood cannot take that table: eRm::RM needs
# one pass for each pattern of missing cells (1,000 here) and the cube of the benchmarks (15 s for 100 without gaps), so
# eRm is asked about complete tables of 1,000 x 20, 50 and 100.
# Debian: r-base-core r-cran-erm r-cran-matrixmodels. Run here (about a minute): Rscript rasch-large.R
source("lehmer.R")

# As simulated() of rasch.R, without its loop.
simulated <- function(seed, models, items, missing) {
  u <- matrix(lehmer(seed, models * items * 2), 2)
  theta <- rep(3 * (seq_len(models) - .5) / models - 1.5, each = items)
  delta <- rep(2 * (seq_len(items) - .5) / items - 1, models)
  matrix(ifelse(u[1, ] < missing, NA, as.integer(u[2, ] < plogis(theta - delta))), models, items, byrow = TRUE)
}

score <- simulated(3, 1000, 1000, .3)
show("missing, sum", c(sum(is.na(score)), sum(score, na.rm = TRUE)))
cells <- which(!is.na(score), arr.ind = TRUE)
d <- data.frame(y = score[cells], model = factor(cells[, 1]), item = factor(cells[, 2]))
fit <- MatrixModels::glm4(y ~ 0 + model + item, family = binomial, data = d, sparse = TRUE,
  control = list(TOL = 1e-10, quick = FALSE, finalUpdate = TRUE))
theta <- fit@pred@coef[1:1000]
delta <- -c(0, fit@pred@coef[1001:1999])
theta <- theta - mean(delta)
delta <- delta - mean(delta)
p <- plogis(outer(theta, delta, "-"))
p[is.na(score)] <- NA
# Both are 0 at the maximum: the fit is one, whatever glm4 did.
show("largest |score - expected| of a sum", max(abs(rowSums(score - p, na.rm = TRUE)), abs(colSums(score - p, na.rm = TRUE))))
some <- c(1, 250, 500, 750, 1000)
show("theta 1, 250, 500, 750, 1000", theta[some])
show("delta 1, 250, 500, 750, 1000", delta[some])
weight <- p * (1 - p)
show("se of theta 1, of delta 1000", 1 / sqrt(c(sum(weight[1, ], na.rm = TRUE), sum(weight[, 1000], na.rm = TRUE))))
show("nll", -sum(score * log(p) + (1 - score) * log(1 - p), na.rm = TRUE))

for (items in c(20, 50, 100)) {
  delta <- -eRm::RM(simulated(5, 1000, items, 0), se = FALSE)$betapar
  show(paste("eRm, 1,000 x", items, "delta 1, 2, last"), delta[c(1, 2, items)])
}
