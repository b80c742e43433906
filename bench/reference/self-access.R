# Exact conditional logistic regression of 60 items x 3 predictors x 3 targets: coefficients of predictor, target and
# self. Debian: r-cran-survival. Run here: Rscript self-access.R
suppressMessages(library(survival))
source("lehmer.R")
u <- lehmer(13, 60 * 9)
d <- expand.grid(target = 1:3, predictor = 1:3, item = 1:60)
theta <- c(0, .6, -.3); gamma <- c(0, .5, -.4)
d$right <- as.integer(u < plogis(.3 + theta[d$predictor] - gamma[d$target] - 2 * ((d$item %% 7) / 6 - .5) + .8 * (d$predictor == d$target)))
d$self <- as.integer(d$predictor == d$target)
show("right", sum(d$right))
fit <- clogit(right ~ factor(predictor) + factor(target) + self + strata(item), d, method = "exact")
show("theta2 theta3 gamma2 gamma3 beta", c(coef(fit)[1:2], -coef(fit)[3:4], coef(fit)[5]))
show("model-based se of beta", sqrt(vcov(fit)[5, 5]))

# The additive model on the off-diagonal cells of a 4 x 4 matrix, and what it expects on the diagonal
s <- matrix(lehmer(17, 16), 4, byrow = TRUE)
cells <- expand.grid(target = 1:4, predictor = 1:4)
cells$value <- as.vector(t(s))
off <- subset(cells, target != predictor)
additive <- lm(value ~ factor(predictor) + factor(target), off)
own <- subset(cells, target == predictor)
show("I_b", own$value - predict(additive, own))
show("diagonal - off-diagonal", mean(own$value) - mean(off$value))
