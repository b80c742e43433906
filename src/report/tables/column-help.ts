/** What the columns of a score hold, in the tables of every surface and in CSV files: one sentence each, with the unit. */
export const columnHelp = {
  score: 'Score of the model’s predictions of itself: a share; of numbers, the mean error in doublings.',
  byChance: 'Score of the same predictions shuffled among the items.',
  bestConstant: 'Score of the best constant answer on the same items.',
  label: 'Score of the data set’s label as the prediction, or of another rule about the item alone.',
  fit: 'Whether predictions fit the model’s own answers, or why there is no verdict.',
  beyond: 'Whether predictions add to what other models tell.',
  skill:
    '(Score - by chance) / (best score - by chance): 0 by chance, at most 1; of yes/no predictions, Cohen’s kappa.',
  reexecution: 'Score of a re-execution of the same model, used as the prediction.',
  pInformative: 'Adjusted p of fit.',
  pUseful: 'Adjusted p of fit and of every constant.',
  pBeyond: 'Adjusted p of what predictions add.',
} as const;
