# Park and Miller's "minimal standard" generator: its products are exact in doubles, so that R and the tests
# (lehmer.ts) make the same data. Returns n numbers in (0, 1).
lehmer <- function(seed, n) {
  values <- numeric(n)
  for (i in seq_len(n)) {
    seed <- (16807 * seed) %% 2147483647
    values[i] <- seed / 2147483647
  }
  values
}
show <- function(name, value) cat(sprintf("%-34s %s\n", name, paste(formatC(value, digits = 12, width = -1, format = "g"), collapse = " ")))
