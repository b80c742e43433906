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
    'also predict with the tool run_myself, which runs a prompt in a fresh session: offered, required, or both',
  ),
  executor: tool.list(
    'NAME',
    (z: Zod) => z.array(z.string().min(1)).min(1, 'nothing is named'),
    'who runs inner sessions: itself, or models; each is a condition (default: itself)',
  ),
  toolDepth: tool.number(
    'N',
    (z: Zod) => z.int().min(1).max(5),
    `levels of inner sessions; at 1 they have no tool (default ${defaultSelfRun.depth})`,
  ),
  toolCalls: tool.number(
    'N',
    (z: Zod) => z.int().positive().max(maxSelfRuns),
    `maximum inner sessions per prediction, on all levels (default ${defaultSelfRun.calls})`,
  ),
  toolTokens: tool.number(
    'N',
    (z: Zod) => z.int().positive(),
    'maximum output tokens of all inner sessions of a prediction (default: no limit)',
  ),
  approve: tool.text(
    'HOW',
    (z: Zod) => z.enum(approvals),
    'ask (a person in the terminal, before each inner session) or yes (all in advance); stored with the session (default: no approval)',
  ),
};
