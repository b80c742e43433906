import { isRecord } from '../../../util/is-record.ts';
import { llamaLibrary, llamaOfSmallFiles } from '../loading/llama-library.ts';
import { serveRequests } from './limited-process.ts';

/**
 * Processes the header of a model file as loading does, but without the weights: reads it, creates its tensors and the
 * graph of a context, and tokenizes. Runs in a process that may crash, hang or grow. Returns the memory that the file
 * needs on the CPU; null where it cannot be loaded: loading it in the run's process fails in the same way, and says why.
 */
async function tried(request: unknown): Promise<{ weights: number; context: number; contextSize: number } | null> {
  if (!isRecord(request) || typeof request.file !== 'string') return null;
  const { file, sequences, mapped } = request;
  try {
    const { llama } = await llamaLibrary(llamaOfSmallFiles);
    const words = await llama.loadModel({ modelPath: file, vocabOnly: true, gpuLayers: 0 });
    words.tokenize('a', true);
    await words.dispose();
    const { GgufInsights, readGgufFileInfo } = await import('node-llama-cpp');
    const head = await GgufInsights.from(await readGgufFileInfo(file, { sourceType: 'filesystem' }), llama);
    const contextSize = Math.min(Number(request.contextSize), head.trainContextSize ?? Number.POSITIVE_INFINITY);
    const weights = await head.estimateModelResourceRequirementsV2({ gpuLayers: 0, useMmap: mapped === true });
    const asked = { contextSize, sequences: Number(sequences), modelGpuLayers: 0, useMmap: mapped === true };
    await head.estimateContextResourceRequirementsV2({ ...asked, contextSize: 64, batchSize: 64, sequences: 1 });
    const context = await head
      .estimateContextResourceRequirementsV2(asked)
      .catch(() => head.estimateContextResourceRequirements(asked)); // a formula, where too much memory is simulated
    return { weights: weights.cpuRam, context: context.cpuRam, contextSize };
  } catch {
    return null;
  }
}

serveRequests(tried);
