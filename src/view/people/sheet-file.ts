import { fieldsOf } from '../../answers/people/answer-fields.ts';
import { consentText } from '../../answers/people/consent.ts';
import type { PersonCall } from '../../answers/people/person-calls.ts';
import { csvCell } from '../../report/render/csv.ts';
import type { RunRecord } from '../../store/store.ts';

/** The questions of one sheet: those that are open for a person now, in the order in which they are asked. */
export interface Sheet {
  readonly run: RunRecord;
  readonly person: string;
  readonly calls: readonly PersonCall[];
}

const sheetColumns = ['question', 'key', 'prompt', 'field', 'options', 'answer'] as const;

/** Returns the key of a row: that of the call, and the number of the field, from 1. */
export function rowKey({ key }: Pick<PersonCall, 'key'>, index: number): string {
  return `${key}:${index + 1}`;
}

/** Key of the row in which the person agrees. */
export const consentKey = 'consent';
export const agreedAnswer = 'yes';

/** Returns the prompt of a call as one text. */
export function promptOf({ call }: Pick<PersonCall, 'call'>): string {
  return call.messages.map(({ content }) => content).join('\n\n');
}

/** Returns a sheet as CSV with one row for each field; the person fills in the column `answer`. */
export function sheetCsv({ run, person, calls }: Sheet): string {
  const consent = ['0', consentKey, consentText(run.config, person).join('\n'), 'agree', agreedAnswer, ''];
  const rows = calls.flatMap((asked, index) =>
    fieldsOf(asked.form).map(({ name, options }, field) => [
      String(index + 1),
      rowKey(asked, field),
      field === 0 ? promptOf(asked) : '',
      name,
      options === null ? '' : options.join(' / '),
      '',
    ]),
  );
  return [sheetColumns, consent, ...rows].map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\r\n`).join('');
}
