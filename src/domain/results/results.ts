import type { ToolFinding } from '../self-run/tool-finding.ts';
import type { ControlFinding, EnsembleFinding, Finding, WordingChoice } from './finding.ts';
import type { LadderFinding } from './ladder.ts';
import type { StudyStory } from './study-story.ts';

/** What the selected runs are together. */
export const selectionKinds = ['run', 'import', 'study', 'runs', 'all'] as const;

/** The runs that results are about. */
export interface Selection {
  readonly kind: (typeof selectionKinds)[number];
  /** Name for readers: `run kill2`, `import of published recordings (45 runs)`. */
  readonly name: string;
  readonly runs: readonly string[];
  /** What is unfinished: `run kill2: stopped, 1,048 of 2,700 calls`; empty where every run is finished. */
  readonly unfinished: readonly string[];
}

/** Findings about a selection of runs, with what a reader needs to judge them. */
export interface Results {
  /** The question in one sentence. */
  readonly question: string;
  /** The answer in one sentence. */
  readonly answer: string;
  readonly selection: Selection;
  /** The tests that are adjusted together: `45 tests: 15 models × 3 tasks`. */
  readonly adjustedOver: string;
  /** What is not read yet: `17 of 45 runs read`; null where everything is read. No findings before. */
  readonly provisional: string | null;
  readonly findings: readonly Finding[];
  /** What the controls of the runs say about the findings; absent where no run has one. */
  readonly controls?: readonly ControlFinding[];
  /** Ensembles of predictors; absent where models did not predict each other. */
  readonly ensembles?: readonly EnsembleFinding[];
  /** What the tool `run_myself` did; absent where no run has it. */
  readonly tools?: readonly ToolFinding[];
  /** Wordings chosen on one half of the items; absent where no run has several. */
  readonly wordings?: readonly WordingChoice[];
  /** Scores along axes of difficulty; absent where no item is on a ladder. */
  readonly ladders?: readonly LadderFinding[];
  /**
   * The study that the selected runs belong to, and `runsAnswer`, what the runs alone say; absent for other selections.
   * Question, answer, limits and next steps of the results are those of the study.
   */
  readonly study?: StudyStory & { readonly runsAnswer: string };
  /** What limits the findings, one sentence each. */
  readonly limits: readonly string[];
  /** What to do next, as commands with real names. */
  readonly next: readonly string[];
}
