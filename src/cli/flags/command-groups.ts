interface CommandGroup {
  readonly heading: string;
  /** Line of each command in the help of `seb`. */
  readonly commands: Readonly<Record<string, string>>;
}

/** The commands in the order in which `seb --help` lists them. A new command needs a line here. */
export const commandGroups: readonly CommandGroup[] = [
  {
    heading: 'Measure',
    commands: {
      run: 'run experiments on models; the same command again resumes',
      resume: 'continue a run that was paused, killed or left incomplete',
      report: 'print the scores of a run',
      items: 'list the items of a run: predicted, done, right or wrong',
      show: 'show one item with all its sessions side by side',
      compare: 'compare models on the same items: is it self-knowledge?',
      worth: 'does asking a model first pay?',
      view: 'open the viewer in a browser, live during runs',
      demo: 'try three experiments on small models, without a key',
    },
  },
  {
    heading: 'Study and train',
    commands: {
      study: 'whole introspection studies: train, predict, compare',
      train: 'train models to predict: rows, jobs, trained models',
    },
  },
  {
    heading: 'Data',
    commands: {
      data: 'shipped data sets, and checks of your own',
      import: 'import published recordings as ordinary runs',
      label: 'human labels of responses, to compare with the judges',
    },
  },
  {
    heading: 'Store',
    commands: {
      list: 'list the runs of a store',
      rm: 'remove runs and the answers that no other run uses',
      merge: 'copy runs, answers, labels and studies of several stores into one',
      score: 'read and score the stored answers again; sends nothing',
    },
  },
  {
    heading: 'More',
    commands: {
      experiments: 'the experiments: question, wordings, languages, calls per item',
      models: 'the providers: how to name their models, what they need',
      init: 'write a config file for your model and your data',
      doctor: 'check keys, servers, model files and the store',
      calls: 'plan and read calls that another program sends',
      completion: 'tab completion for bash, zsh, fish and PowerShell',
      collect: 'fetch the answers of batches (seb run --batch)',
      worker: 'execute queued runs (seb run --queue)',
      card: 'print a BenchmarkCard: purpose, methods, risks, limits',
      rasch: 'abilities and difficulties on one scale, from scores',
      attributes: "attributes of the paper's fifteen models and their scores",
    },
  },
];
