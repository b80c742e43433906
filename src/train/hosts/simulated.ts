import { systemMark } from '../../experiments/common/system-mark.ts';
import { ok } from '../../models/failures/host-result.ts';
import { defaultSkill, parseSimulatedName, type SimulatedName, taughtName } from '../../models/simulated-name.ts';
import { type CreateRequest, type HostJob, instantPort, type TrainingPort } from './port.ts';

/**
 * Returns a port that "trains" a simulated predictor by encoding in its name what it was trained on: `of` is the
 * target, and a predictor trained on permuted labels only knows the base rate. Jobs end at once, are free and leave
 * nothing behind.
 */
export function simulatedPort(): TrainingPort {
  return {
    ...instantPort,
    name: 'simulated',
    endpoint: 'simulated',
    notes: ['Nothing is trained: the port rewrites the name of a simulated predictor.'],
    create: async (request) => ok(succeeded(jobId(request), trainedName(request))),
    job: async (id) => ok(succeeded(id, id.slice(id.indexOf(' ') + 1))),
  };
}

function jobId(request: CreateRequest): string {
  return `${request.tag} ${trainedName(request)}`;
}

/**
 * Returns the name of a trained model: `simulated/bob?private=0` trained on `simulated/ada?family=x` becomes
 * `simulated/bob?private=0&of=ada;family=x`. A predictor trained on permuted labels has no skill, talent or private
 * knowledge, and does not learn its target's open part. With `half=100` in its name, a predictor has learned n / (n +
 * 100) of its maximum after n rows, and with `handicap=0.4` 0.4 less of it from the rows of another model. A seed of training
 * other than 1 and the hash of a system prompt that only the target had are part of the name.
 */
export function trainedName({ base, rows, seed }: Pick<CreateRequest, 'base' | 'rows' | 'seed'>): string {
  const [name, query = ''] = base.split(/\?(.*)/s);
  const written = new URLSearchParams(query);
  const predictor = parseSimulatedName(base.replace(prefix, ''));
  const target = parseSimulatedName((rows.targets[0] ?? '').replace(prefix, ''));
  const isScramble = rows.arm === 'scramble';
  const { half = 0, handicap = 0, skill, talent, private: own = predictor.parameters.self } = predictor.parameters;
  const most = predictor.subject === target.subject ? 1 : 1 - handicap;
  const learned = isScramble ? 0 : (most * rows.count) / (rows.count + half);
  for (const ofTraining of ['half', 'handicap']) written.delete(ofTraining);
  const system = rows.system === undefined ? '' : `;system=${systemMark(rows.system)}`;
  written.set('of', taughtName(isScramble ? withoutOpen(target) : target) + system);
  if (seed !== 1) written.set('run', String(seed));
  if (learned < 1) {
    written.set('skill', (skill ?? defaultSkill).map((share) => rounded(share * learned)).join(':'));
    written.set('private', rounded(own * learned));
    if (talent !== undefined) written.set('talent', rounded(talent * learned));
  }
  return `${name}?${decodeURIComponent(`${written}`)}`;
}

const prefix = /^simulated\//;

function withoutOpen({ subject, parameters: { open: _, ...parameters } }: SimulatedName): SimulatedName {
  return { subject, parameters };
}

function rounded(share: number): string {
  return String(Math.round(share * 10_000) / 10_000);
}

function succeeded(id: string, model: string): HostJob {
  return {
    id,
    state: 'succeeded',
    word: 'simulated',
    isKnownWord: true,
    labels: [],
    files: [],
    model,
    artifact: null,
    trainedTokens: 0,
    dollars: 0,
    reason: null,
    returned: null,
  };
}
