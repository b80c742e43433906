# Reference of src/stats/advantage/additive-fit.ts: the additive model on the off-diagonal cells of a 4 x 4 matrix, and
# what it expects on the diagonal. Run here: Rscript additive-fit.R
source("lehmer.R")
s <- matrix(lehmer(17, 16), 4, byrow = TRUE)
cells <- expand.grid(target = 1:4, predictor = 1:4)
cells$value <- as.vector(t(s))
off <- subset(cells, target != predictor)
additive <- lm(value ~ factor(predictor) + factor(target), off)
own <- subset(cells, target == predictor)
show("I_b", own$value - predict(additive, own))
show("diagonal - off-diagonal", mean(own$value) - mean(off$value))
