import type { StudyOutcome } from '../../study/steps/run-study.ts';
import { studySteps } from '../../study/study-record.ts';
import { counted, dollars } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { typedCommand } from '../../util/terminal.ts';
import { escapeControls } from '../../util/text.ts';
import { adviceFor, failureText, givenUpText, outText, unsureText } from './ending-text.ts';

type StoppedStudy = Extract<StudyOutcome, { readonly kind: 'stopped' }>;

/** Returns why a study stopped, what the trained models need before they answer, and how to continue. */
export function stoppedText({ step, run, serving }: StoppedStudy): string {
  const steps = serving.map((line) => `  ${escapeControls(line)}`);
  return [
    reasonText(`the step "${studySteps[step]}"`, run.ending),
    ...(run.ending.kind === 'paused' || steps.length === 0
      ? []
      : ['The trained models answer only after these steps:', ...steps]),
    `to continue the study, run the same command again; to resume only these calls: ${typedCommand(`seb resume ${shellWord(run.run)}`)}`,
    '',
  ].join('\n');
}

function reasonText(step: string, ending: StoppedStudy['run']['ending']): string {
  switch (ending.kind) {
    case 'finished':
      return `${step} is finished`;
    case 'incomplete':
      return withAdvice(
        `${step} is incomplete: ${counted(ending.failed, 'call')} failed permanently; reason of the last failure: ${failureText(ending.failure)}`,
        ending.failure,
      );
    case 'gave-up':
      return withAdvice(`${step} is paused because ${givenUpText(ending)}`, ending.failure);
    case 'paused':
      if (ending.why === 'budget')
        return `${step} stopped to stay within the budget${unsureText(ending.unsure)}: ${dollars(ending.left)} is left, and the next call may cost ${dollars(ending.needed)}`;
      return ending.why === 'out' ? `${step} is paused because ${outText(ending)}` : `${step} is paused`;
  }
}

function withAdvice(text: string, failure: Parameters<typeof adviceFor>[0]): string {
  return `${text}\n${adviceFor(failure)}`.trimEnd();
}
