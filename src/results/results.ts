import { z } from 'zod';
import { controlFindingSchema, findingSchema } from './finding.ts';
import { ladderFindingSchema } from './ladder.ts';
import { logFactsSchema } from './log-facts.ts';
import { rightAnswersSchema } from './right-answers.ts';
import { stepSchema } from './step.ts';
import { studyStorySchema } from './study-story.ts';
import { toolFindingSchema } from './tool-finding.ts';

/** What the selected runs are together. */
const selectionKinds = ['run', 'import', 'study', 'runs', 'all'] as const;

/** The runs that results are about. */
const selectionSchema = z
  .object({
    kind: z.enum(selectionKinds),
    name: z.string().describe('name for readers: `run kill2`, `import of published recordings (45 runs)`'),
    runs: z.array(z.string()).readonly(),
    unfinished: z.array(z.string()).readonly().describe('what is unfinished; empty where every run is finished'),
  })
  .readonly();
export type Selection = z.infer<typeof selectionSchema>;

/** The fields of results, for the objects that contain them. */
export const resultsShape = {
  question: z.string(),
  answer: z.string().describe('the answer in one sentence'),
  selection: selectionSchema,
  provisional: z.string().nullable().describe('what is not read yet; null where everything is read'),
  findings: z.array(findingSchema).readonly().describe('one for each model, task and condition'),
  controls: z.array(controlFindingSchema).readonly().exactOptional().describe('secondary; absent without --control'),
  tools: z.array(toolFindingSchema).readonly().exactOptional().describe('secondary; absent without --tools'),
  right: z
    .array(rightAnswersSchema)
    .readonly()
    .exactOptional()
    .describe('how often answers are right, whatever was predicted; absent where no answer is right or wrong'),
  logs: logFactsSchema.exactOptional().describe('absent where the runs are not those of logs of other tools'),
  ladders: z
    .array(ladderFindingSchema)
    .readonly()
    .exactOptional()
    .describe('scores along axes of difficulty; absent where no item is on a ladder'),
  study: studyStorySchema
    .unwrap()
    .extend({ runsAnswer: z.string().describe('what the runs alone say') })
    .readonly()
    .exactOptional()
    .describe('the study that the runs belong to; question, answer, limits and next steps are those of the study'),
  limits: z.array(z.string()).readonly().describe('what limits the findings, one sentence each'),
  notes: z
    .array(z.string())
    .readonly()
    .exactOptional()
    .describe('warnings and notes on the reading of answers that a limit only counts; absent: none'),
  next: z.array(stepSchema).readonly().describe('what to do next, as commands with real names'),
};

/** Findings about a selection of runs, with what a reader needs to judge them. */
export const resultsSchema = z.object(resultsShape).readonly();
export type Results = z.infer<typeof resultsSchema>;

/** End of a limit that only counts notes: where a terminal lists them. */
export const notesPointer = 'see `seb report --table limits`.';

/** Returns the limits with the notes that they count, for a place that has room for all. */
export function listedLimits({ limits, notes = [] }: Pick<Results, 'limits' | 'notes'>): readonly string[] {
  return [...limits.map((limit) => limit.replace(notesPointer, 'they stand below.')), ...notes];
}
