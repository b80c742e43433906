import type { z as zod } from 'zod';
import { approvals, maxSelfRuns, selfRunLevels } from '../../domain/tool.ts';
import { optionGroup } from './option.ts';

type Zod = typeof zod;

const tool = optionGroup({ heading: 'Self-execution tool:', scope: 'identity' });

/** Limits of the tool where the user sets none. */
export const defaultSelfRun = { depth: 1, calls: 3 } as const;

/** The options of the self-execution tool. */
export const toolOptions = {
  tools: tool.list(
    'LEVEL',
    (z: Zod) => z.array(z.enum(selfRunLevels)).min(1, 'nothing is named'),
    'also ask for each prediction with the tool run_myself, which runs a prompt in a fresh session: offered, required, or both; predictions without the tool are always asked too, because they are the comparison',
  ),
  executor: tool.list(
    'NAME',
    (z: Zod) => z.array(z.string().min(1)).min(1, 'nothing is named'),
    'models that run inner sessions: itself, or models such as a smaller one or one trained to predict it; with several, each is a condition (default: itself)',
  ),
  toolDepth: tool.number(
    'N',
    (z: Zod) => z.int().min(1).max(5),
    `levels of sessions inside each other: 1 means that an inner session has no tool (default ${defaultSelfRun.depth})`,
  ),
  toolCalls: tool.number(
    'N',
    (z: Zod) => z.int().positive().max(maxSelfRuns),
    `maximum number of inner sessions per prediction, on all levels together (default ${defaultSelfRun.calls})`,
  ),
  toolTokens: tool.number(
    'N',
    (z: Zod) => z.int().positive(),
    'maximum number of output tokens of all inner sessions of a prediction (default: only the limit of each session)',
  ),
  approve: tool.text(
    'HOW',
    (z: Zod) => z.enum(approvals),
    'ask (ask a person in the terminal before each inner session) or yes (allow all in advance); who allowed each session is stored (default: sessions need no approval)',
  ),
};
