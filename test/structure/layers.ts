/**
 * The rooms of `src/`, lowest first, each with what it holds: a room imports only itself and the rooms before it.
 * `AGENTS.md` and `docs/architecture.md` list the same names and sentences (a test compares them).
 */
export const rooms: Readonly<Record<string, string>> = {
  util: 'helpers that know nothing about the domain',
  domain: 'the words that all rooms share: call, answer, outcome, condition, estimate, run configuration',
  results: 'what results say: findings, verdicts, comparisons and tables, as schemas',
  stats: 'pure, seeded estimators, one folder for each topic',
  measures: 'tallies of outcomes and functions of them, one folder for each kind of outcome',
  dataset: 'items: loaded, checked, hashed; layouts of files',
  recordings: 'answers and outcomes that other tools logged: one reader interface, one file for each format',
  experiments: 'the contract, what experiments have in common, one folder for each experiment, the registry',
  models: 'the port to a model and its implementations',
  store: 'the journal: runs, calls, answers; the only state',
  run: 'one run from options to outcomes: freeze, plan, send, read, score',
  analyze: 'from outcomes to estimates, comparisons and the verdict on self-knowledge',
  report: 'tables and figures as data, and their renderers and files',
  train: 'training rows, jobs, and one file for each host',
  study: 'whole introspection studies: design, steps, analyses, verdicts',
  view: 'what the viewer shows: contract, index, search, pages, labels, server',
  cli: 'commands: parse, call, print',
};

/**
 * The layers that the rooms and the entry files form, lowest first. `contract` is `experiments/*.ts` with `common/`,
 * `registry` the list of experiments; `measure`, `index`, `properties` and the entries of report and study are files beside
 * the rooms.
 */
export const layers: readonly string[] = Object.keys(rooms).flatMap((room) => {
  if (room === 'experiments') return ['contract', 'experiments', 'registry'];
  if (room === 'analyze') return ['analyze', 'measure'];
  if (room === 'cli') return ['cli', 'report.ts', 'study.ts', 'index', 'properties'];
  return [room];
});
