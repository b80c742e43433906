import { withoutUnseen } from '../util/escape-controls.ts';
import { counted } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import { isAscii } from './look-alikes.ts';
import { nameForm } from './one-form.ts';

/** Returns the name of a model in the form of names; joiners and tags, too, have no meaning in a name that is otherwise ASCII. */
function modelForm(written: string): string {
  const seen = withoutUnseen(written).trim();
  return isAscii(seen) ? seen : nameForm(written);
}

/** Names of the models of one log: names that look alike because a character of them is not seen are one. */
export class ModelNames {
  /** Form of each name, by the name as written. */
  readonly #forms = new Map<string, string>();
  /** Rows of each name as written that has invisible characters. */
  readonly #unseen = new Map<string, number>();

  /** Returns the form of a name. */
  of(written: string): string {
    const form = this.#forms.get(written) ?? modelForm(written);
    this.#forms.set(written, form);
    return form;
  }

  /** Returns a row with its model in this form. */
  inForm<Row extends { readonly model: string }>(row: Row): Row {
    const model = this.of(row.model);
    if (model === row.model) return row;
    if (model !== row.model.normalize('NFC').trim())
      this.#unseen.set(row.model, (this.#unseen.get(row.model) ?? 0) + 1);
    return { ...row, model };
  }

  /** Returns a sentence on each name that was written with invisible characters. */
  notes(): readonly string[] {
    return [...this.#unseen].map(
      ([written, rows]) =>
        `${counted(rows, 'row names', 'rows name')} ${oneLine(written, 80)}, with invisible characters: read as ${oneLine(this.of(written), 60)}`,
    );
  }
}
