/** Share of readable predictions below which accuracies mainly reflect the answer form. Also read in the browser. */
export const minCoverage = 0.5;
