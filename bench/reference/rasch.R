# Joint maximum likelihood is a logistic regression on model and benchmark factors, which glm fits exactly; eRm fits by
# conditional maximum likelihood, which has no L/(L-1) bias. Debian: r-base-core r-cran-erm. Run here: Rscript rasch.R
source("lehmer.R")

simulated <- function(seed, models, items, missing) {
  u <- lehmer(seed, models * items * 2)
  score <- matrix(NA, models, items)
  for (i in seq_len(models)) for (j in seq_len(items)) {
    k <- 2 * ((i - 1) * items + j - 1)
    theta <- 3 * (i - .5) / models - 1.5
    delta <- 2 * (j - .5) / items - 1
    if (u[k + 1] >= missing) score[i, j] <- as.integer(u[k + 2] < plogis(theta - delta))
  }
  score
}

joint <- function(score) {
  cells <- which(!is.na(score), arr.ind = TRUE)
  d <- data.frame(y = score[cells], model = factor(cells[, 1]), item = factor(cells[, 2]))
  fit <- suppressWarnings(glm(y ~ 0 + model + item, family = binomial, data = d, control = list(epsilon = 1e-14, maxit = 100)))
  items <- ncol(score)
  delta <- -c(0, coef(fit)[grepl("^item", names(coef(fit)))])
  theta <- coef(fit)[grepl("^model", names(coef(fit)))]
  p <- fitted(fit)
  list(theta = theta - mean(delta), delta = delta - mean(delta), p = p, d = d,
       nll = -sum(d$y * log(p) + (1 - d$y) * log(1 - p)))
}

score <- simulated(3, 30, 8, .2)
show("missing, sum", c(sum(is.na(score)), sum(score, na.rm = TRUE)))
share <- rowMeans(score, na.rm = TRUE)
score <- score[share > 0 & share < 1, ]
show("models that are not extreme", nrow(score))
fit <- joint(score)
show("JML theta 1..4", fit$theta[1:4])
show("JML delta", fit$delta)
show("JML nll", fit$nll)
weight <- fit$p * (1 - fit$p)
first <- fit$d$item == 1
show("item 1: se, infit, outfit", c(1 / sqrt(sum(weight[first])),
  sum((fit$d$y - fit$p)[first]^2) / sum(weight[first]), mean((fit$d$y - fit$p)[first]^2 / weight[first])))

# Complete 0/1 data, 300 x 8: joint against conditional. RM's betas are easiness, sum 0.
complete <- simulated(5, 300, 8, 0)
extreme <- rowSums(complete) %in% c(0, 8)
show("complete: sum, extreme rows", c(sum(complete), sum(extreme)))
show("JML delta", joint(complete[!extreme, ])$delta)
show("CML delta (eRm)", -eRm::RM(complete)$betapar)

# Table 1 of the Self-Execution Benchmark
path <- "../../data/published/benchmarks.csv"
if (file.exists(path)) {
  published <- as.matrix(read.csv(path, row.names = 1, check.names = FALSE))
  table1 <- joint(published)
  show("Table 1 JML theta", table1$theta)
  show("Table 1 JML delta", table1$delta)
  show("Table 1 nll", table1$nll)
}
