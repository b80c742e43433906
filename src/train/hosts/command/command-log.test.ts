import { describe, expect, it } from 'vitest';
import { progressText, readProgress } from './command-log.ts';

/** Lines of TRL 1.16 on transformers 5.24. */
const log = [
  '  0%|          | 0/14 [00:00<?, ?it/s]',
  "{'loss': '2.466', 'grad_norm': '3.1', 'learning_rate': '0.0021', 'epoch': '0.36'}",
  ' 36%|###       | 5/14 [07:05<12:45, 85.03s/it]',
  "{'loss': '0.9612', 'grad_norm': '1.2', 'learning_rate': '1.1e-04', 'epoch': '0.71'}",
  "{'eval_loss': '3.564', 'eval_runtime': '2.1', 'epoch': '1'}",
  ' 71%|#######   | 10/14 [12:00<04:48, 72.10s/it]',
].join('\r');

describe('readProgress', () => {
  it('reads steps, training loss and validation loss', () => {
    expect(readProgress(log)).toEqual({
      step: { done: 10, of: 14 },
      loss: { first: 2.466, last: 0.9612 },
      evaluationLoss: 3.564,
    });
    expect(progressText(readProgress(log))).toBe(
      'step 10 of 14, loss 2.466 at first, 0.9612 at last, validation loss 3.564',
    );
  });

  it('says nothing about a log without any', () => {
    expect(progressText(readProgress('loading 4/6 files\nhello'))).toBeNull();
  });
});
