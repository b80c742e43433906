import { useEffect, useState } from 'react';
import { type UnitState, unitStates } from '../../src/domain/outcome.ts';
import { reasonText } from '../../src/outcome-kinds/words.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import type { Counts } from '../../src/view/contract/contract-items.ts';
import type { ItemsSearch } from '../addresses.ts';
import { count } from './numbers.ts';

interface FiltersProps {
  readonly search: ItemsSearch;
  /** Why the search cannot be run; null if it can. */
  readonly problem: string | null;
  readonly counts: Counts;
  readonly onChange: (values: Partial<ItemsSearch>) => void;
}

const typingPauseMs = 250;

/** Shows the filters of the rows, with the number of rows that each choice leaves. */
export function Filters({ search, problem, counts, onChange }: FiltersProps) {
  const total = Object.values(counts.states).reduce((sum, each) => sum + each, 0);
  return (
    <form className="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="chips">
        <legend>Prediction</legend>
        <Chip
          name="all"
          amount={total}
          on={search.state === undefined}
          onClick={() => onChange({ state: undefined, reason: undefined })}
        />
        {shownStates(counts, search.state).map((state) => (
          <Chip
            key={state}
            name={state}
            amount={counts.states[state] ?? 0}
            on={search.state === state}
            onClick={() => onChange({ state: search.state === state ? undefined : state, reason: undefined })}
          />
        ))}
      </fieldset>
      {Object.keys(counts.reasons).length > 0 && (search.state === 'missing' || search.state === undefined) && (
        <fieldset className="chips">
          <legend>Missing because</legend>
          {Object.entries(counts.reasons).map(([reason, amount]) => (
            <Chip
              key={reason}
              name={reasonText(reason)}
              amount={amount}
              on={search.reason === reason}
              onClick={() => onChange(search.reason === reason ? { reason: undefined } : { reason, state: 'missing' })}
            />
          ))}
        </fieldset>
      )}
      <fieldset className="chips">
        <legend>Only where</legend>
        <Chip
          name="models differ"
          amount={counts.divergent}
          on={search.divergent === true}
          onClick={() => onChange({ divergent: search.divergent === true ? undefined : true })}
        />
        {(counts.judges > 0 || search.judges === true) && (
          <Chip
            name="judges differ"
            amount={counts.judges}
            on={search.judges === true}
            onClick={() => onChange({ judges: search.judges === true ? undefined : true })}
          />
        )}
      </fieldset>
      <div className="selects">
        <Choice
          name="experiment"
          all={counts.experiments}
          value={search.experiment}
          onChange={(experiment) => onChange({ experiment })}
        />
        <Choice name="model" all={counts.models} value={search.model} onChange={(model) => onChange({ model })} />
        <Choice
          name="condition"
          all={counts.conditions}
          value={search.condition}
          onChange={(condition) => onChange({ condition })}
        />
        <SearchField
          value={search.search ?? ''}
          isInvalid={problem !== null}
          placeholder="title, answer or /pattern/"
          onChange={(text) => onChange({ search: text === '' ? undefined : text })}
        />
      </div>
      {problem !== null && (
        <p role="alert" className="note">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Returns the states that a list can be filtered by: grades only where there are some. */
function shownStates({ states }: Counts, chosen: ItemsSearch['state']): readonly UnitState[] {
  return unitStates.filter((state) => state !== 'graded' || state === chosen || (states.graded ?? 0) > 0);
}

function Chip({
  name,
  amount,
  on,
  onClick,
}: {
  readonly name: string;
  readonly amount: number;
  readonly on: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={`chip ${on ? 'on' : ''}`} aria-pressed={on} onClick={onClick}>
      {name} <span className="amount">{count(amount)}</span>
    </button>
  );
}

function Choice({
  name,
  all,
  value,
  onChange,
}: {
  readonly name: string;
  readonly all: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  if (all.length < 2 && value === undefined) return null;
  return (
    <label>
      {name}
      <select value={value ?? ''} onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}>
        <option value="">all</option>
        {all.map((each) => (
          <option key={each} value={each}>
            {escapeControls(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Searches when typing pauses, because every letter would send a request. */
function SearchField({
  value,
  isInvalid,
  placeholder,
  onChange,
}: {
  readonly value: string;
  readonly isInvalid: boolean;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label>
      search
      <input
        type="search"
        value={text}
        placeholder={placeholder}
        aria-invalid={isInvalid}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  );
}
