# Reference values of the scores, agreement measures, intervals and small tests in src/stats.
# Debian: r-base-core r-cran-psych r-cran-survival. Run here: Rscript scores.R
source("lehmer.R")

# 24 forecasts and outcomes of the same items
u <- lehmer(7, 72)
forecast <- round(u[1:24], 1)
outcome <- as.integer(u[25:48] < 0.25 + 0.5 * forecast)
said <- forecast >= 0.5
show("forecast", forecast)
show("outcome", outcome)
tp <- sum(said & outcome == 1); fp <- sum(said & outcome == 0)
tn <- sum(!said & outcome == 0); fn <- sum(!said & outcome == 1)
show("tp fp tn fn", c(tp, fp, tn, fn))
show("mcc = cor of indicators", cor(said, outcome))
show("d', c", c(qnorm((tp + .5) / (tp + fn + 1)) - qnorm((fp + .5) / (fp + tn + 1)),
                -(qnorm((tp + .5) / (tp + fn + 1)) + qnorm((fp + .5) / (fp + tn + 1))) / 2))
show("brier", mean((forecast - outcome)^2))
show("bias", mean(forecast) - mean(outcome))
groups <- split(data.frame(forecast, outcome), forecast)
parts <- sapply(groups, function(g) c(nrow(g), mean(g$forecast), mean(g$outcome)))
base <- mean(outcome)
show("reliability", sum(parts[1, ] * (parts[2, ] - parts[3, ])^2) / 24)
show("resolution", sum(parts[1, ] * (parts[3, ] - base)^2) / 24)
show("uncertainty", base * (1 - base))
w <- suppressWarnings(wilcox.test(forecast[outcome == 1], forecast[outcome == 0]))
show("auroc = W / (n1 n0)", w$statistic / (sum(outcome) * sum(1 - outcome)))

# correlations over 15 pairs with ties
x <- round(10 * u[1:15]); y <- round(5 * u[1:15] + 5 * u[31:45])
show("x", x); show("y", y)
p <- cor.test(x, y)
show("pearson, Fisher interval", c(p$estimate, p$conf.int))
r <- cor(x, y, method = "spearman")
s <- sqrt((1 + r^2 / 2) / 12)
show("spearman, Bonett-Wright", c(r, tanh(atanh(r) + c(-1, 1) * qnorm(.975) * s)))
show("kendall tau-b", cor(x, y, method = "kendall"))
show("0.58 of 15, Fisher", tanh(atanh(.58) + c(-1, 1) * qnorm(.975) / sqrt(12)))

# intervals and tests
show("wilson 8/10", prop.test(8, 10, correct = FALSE)$conf.int)
show("wilson 0/20", prop.test(0, 20, correct = FALSE)$conf.int)
show("mcnemar exact 5 vs 15", binom.test(5, 20)$p.value)
show("mcnemar mid-p 5 vs 15", binom.test(5, 20)$p.value - dbinom(5, 20, .5))
show("mcnemar exact 480 vs 560", binom.test(480, 1040)$p.value)
show("holm", p.adjust(c(.01, .04, .03, .005, .5), "holm"))
show("n for sd .27, delta .03", ((qnorm(.975) + qnorm(.8)) * .27 / .03)^2)

# agreement of three ordered categories
table <- matrix(c(20, 5, 1, 4, 15, 6, 2, 3, 24), 3, byrow = TRUE)
k <- psych::cohen.kappa(table)
show("kappa, quadratic", c(k$kappa, k$weighted.kappa))
linear <- 1 - abs(outer(1:3, 1:3, "-")) / 2
show("kappa, linear", psych::cohen.kappa(table, w = linear)$weighted.kappa)

# Rogan-Gladen, 23 of 150 with Se .96 and Sp .89: the example of epiR's epi.prev (5.1 per 100)
known <- function(share) pmin(1, pmax(0, (share + .89 - 1) / (.96 + .89 - 1)))
show("rogan-gladen, Wilson mapped", c(known(23 / 150), known(prop.test(23, 150, correct = FALSE)$conf.int)))
# Lang and Reiczigel (2014), equations 6, 7, 16, 17, for 90 of 300, Se 85 of 100, Sp 180 of 200
z <- qnorm(.975); n <- 300 + z^2; ap <- (90 + z^2 / 2) / n
se <- 86 / 102; sp <- 181 / 202
prevalence <- (ap + sp - 1) / (se + sp - 1)
shift <- 2 * z^2 * (prevalence * se * (1 - se) / 102 - (1 - prevalence) * sp * (1 - sp) / 202)
variance <- (ap * (1 - ap) / n + prevalence^2 * se * (1 - se) / 102 + (1 - prevalence)^2 * sp * (1 - sp) / 202) / (se + sp - 1)^2
show("lang-reiczigel", c((.3 + .9 - 1) / (.85 + .9 - 1), prevalence + shift + c(-1, 1) * z * sqrt(variance)))

# Harrell's c is the concordance of an order with single runs
true_cost <- c(3, 1, 4, 1, 5, 9, 2, 6); place <- c(2, 1, 5, 3, 4, 8, 6, 7)
show("concordance, pairs untied in truth", survival::concordance(true_cost ~ place)$concordance)

# quantiles of draws, type 6
show("quantile type 6", quantile(c(1, 2, 4, 8, 16), c(.1, .25, .5, .8, .9), type = 6))
