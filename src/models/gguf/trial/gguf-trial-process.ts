import { isRecord } from '../../../util/is-record.ts';
import { llamaLibrary } from '../llama-library.ts';
import { serveRequests } from './limited-process.ts';

/**
 * Processes the header of a model file as loading does, but without the weights: reads it, creates its tensors and the
 * graph of a context, and tokenizes. Runs in a process that may crash, hang or grow.
 */
async function tried(request: unknown): Promise<'works' | 'refused'> {
  if (!isRecord(request) || typeof request.file !== 'string') return 'refused';
  const { file } = request;
  try {
    const { llama } = await llamaLibrary(false);
    const words = await llama.loadModel({ modelPath: file, vocabOnly: true, gpuLayers: 0 });
    words.tokenize('a', true);
    await words.dispose();
    const { GgufInsights, readGgufFileInfo } = await import('node-llama-cpp');
    const head = await GgufInsights.from(await readGgufFileInfo(file, { sourceType: 'filesystem' }), llama);
    const simulated = { contextSize: 64, batchSize: 64, sequences: 1, useMmap: false };
    await head.estimateModelResourceRequirementsV2({ gpuLayers: 0, useMmap: false });
    await head.estimateContextResourceRequirementsV2({ ...simulated, modelGpuLayers: 0 });
    return 'works';
  } catch {
    return 'refused'; // loading it in the run's process fails in the same way, and reports why
  }
}

serveRequests(tried);
