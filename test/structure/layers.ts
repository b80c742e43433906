/**
 * The folders of `src/`, lowest first, each with what it holds: a folder imports only itself and the folders before it.
 * `AGENTS.md` lists the same names and sentences (a test compares them).
 */
export const topFolders: Readonly<Record<string, string>> = {
  util: 'helpers that know nothing about the domain',
  domain: 'the words that all folders share: call, answer, condition, measure, run configuration',
  results: 'what results say: findings, verdicts, comparisons and tables, as schemas',
  stats: 'the few estimators of the ladder, each with its source',
  'outcome-kinds': 'one file for each kind of outcome: its scores and words',
  data: 'items from files: loaded, checked, hashed',
  experiments: 'the contract, what experiments have in common, one folder for each experiment, the registry',
  models: 'the port to a model and its implementations',
  store: 'the journal: runs, calls, answers; the only state',
  answers: 'one run from options to outcomes: plan, prepare, and the sources of answers: live, batch, workers',
  recordings: 'answers and outcomes that other tools logged: one reader interface, one file for each format',
  analyze: 'from outcomes to findings: verdicts, comparisons, worth',
  report: 'builds the page (tables and figures as data) and renders it',
  train: 'training rows, jobs, and one file for each host',
  study: 'whole introspection studies: design, steps, verdict',
  papers: 'what only one paper needs: the import of its recordings',
  view: 'what the viewer shows: contract, pages, labels, server',
  cli: 'commands: parse, call, print; registers the papers',
};

/**
 * The layers that the folders and the entry files form, lowest first. `contract` is `experiments/*.ts` with `common/`,
 * `registry` the list of experiments; `measure`, `index`, `properties` and the entries of report and study are files beside
 * the folders.
 */
export const layers: readonly string[] = Object.keys(topFolders).flatMap((folder) => {
  if (folder === 'experiments') return ['contract', 'experiments', 'registry'];
  if (folder === 'analyze') return ['analyze', 'measure'];
  if (folder === 'cli') return ['cli', 'report.ts', 'stats.ts', 'study.ts', 'index', 'properties'];
  return [folder];
});
