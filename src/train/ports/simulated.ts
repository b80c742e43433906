import { type CreateRequest, type HostJob, ok, type TrainingPort } from './port.ts';

/**
 * "Trains" a simulated predictor by writing what it was taught into its name: `of` is the target, and a predictor that was taught
 * permuted labels knows nothing but the base rate. Jobs end at once, cost nothing and leave nothing behind.
 */
export function simulatedPort(): TrainingPort {
  return {
    name: 'simulated',
    endpoint: 'simulated',
    format: 'chat',
    hosting: 'none',
    isFree: true,
    defaults: null,
    notes: ['Nothing is trained: the port rewrites the name of a simulated predictor.'],
    upload: async ({ name }) => ok(name),
    create: async (request) => ok(succeeded(jobId(request), trainedName(request))),
    page: async () => ok({ jobs: [], next: null, isWhole: true }), // a second job is the same job, and free
    job: async (id) => ok(succeeded(id, id.slice(id.indexOf(' ') + 1))),
    cancel: async () => ok(null),
    estimate: null,
    baseFacts: null,
    modelName: (trained) => trained,
    servingSteps: () => [],
    close: async () => {},
  };
}

function jobId(request: CreateRequest): string {
  return `${request.tag} ${trainedName(request)}`;
}

/**
 * `simulated/bob?private=0` taught on `simulated/ada?family=x` becomes `simulated/bob?private=0&of=ada@x`; a predictor that was taught
 * permuted labels has no skill and no private knowledge.
 */
export function trainedName({ base, rows }: Pick<CreateRequest, 'base' | 'rows'>): string {
  const [name, parameters] = apart(base);
  const [target, described] = apart(rows.targets[0] ?? '');
  const family = described.get('family');
  const taught = target.replace(/^simulated\//, '');
  parameters.set('of', family === null ? taught : `${taught}@${family}`);
  if (rows.arm === 'scramble') {
    parameters.set('skill', '0');
    parameters.set('private', '0');
  }
  return `${name}?${parameters}`.replaceAll('%40', '@');
}

/** Name and parameters of a simulated model. */
function apart(text: string): readonly [string, URLSearchParams] {
  const [name = '', query = ''] = text.split(/\?(.*)/s);
  return [name, new URLSearchParams(query)];
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
