import { isRecord } from '../../../util/is-record.ts';
import { llamaLibrary } from '../llama-library.ts';
import { serveRequests } from './limited-process.ts';

/** Loads a model file as a run would, and generates one token, in a process that may crash, hang or grow. */
async function tried(request: unknown): Promise<'works' | 'refused'> {
  if (!isRecord(request) || typeof request.file !== 'string') return 'refused';
  try {
    const { llama } = await llamaLibrary(false);
    const model = await llama.loadModel({ modelPath: request.file, useMmap: request.mapped === true, gpuLayers: 0 });
    const context = await model.createContext({ contextSize: Math.min(64, model.trainContextSize), sequences: 1 });
    for await (const _ of context.getSequence().evaluate(model.tokenize('a', true))) break;
    return 'works';
  } catch {
    return 'refused'; // loading it in the run's own process fails in the same way, and says why
  }
}

serveRequests(tried);
