import { type FormEvent, useEffect, useRef, useState } from 'react';
import { escapeControls } from '../../../src/util/escape-controls.ts';
import type { PersonField, PersonStep } from '../../../src/view/contract/contract-people.ts';
import { SaidBlock } from '../text.tsx';

const stageWords = {
  prediction: {
    heading: 'Predict',
    about: 'Say what you expect.',
    progress: 'predictions',
  },
  answer: { heading: 'Answer', about: 'Answer the question as you would answer it today.', progress: 'answers' },
} as const;

interface QuestionProps {
  readonly step: Extract<PersonStep, { kind: 'question' }>;
  /** Why the last answer was not stored; null if it was. */
  readonly failure: string | null;
  readonly onAnswer: (key: string, values: readonly string[]) => Promise<void>;
}

/** Shows one question to a person, with a field for each part of the answer. */
export function PersonQuestion({ step, failure, onAnswer }: QuestionProps) {
  const { stage, key, messages, fields, answered, total } = step;
  const [values, setValues] = useState<readonly string[]>(() => fields.map(() => ''));
  const [isSaving, setIsSaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const words = stageWords[stage];
  const isComplete = values.every((value) => value.trim() !== '');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isSaving) return;
    setIsSaving(true);
    await onAnswer(key, values);
    setIsSaving(false);
  };
  const set = (position: number, value: string) =>
    setValues((old) => old.map((each, index) => (index === position ? value : each)));
  return (
    <article className="label question">
      <div className="progress">
        <progress max={total} value={answered} aria-label={`Stored ${words.progress}`} />
        <p className="sub" role="status">
          {answered} of {total} {words.progress} stored
        </p>
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p className="sub">
        {words.about} The question is worded as language models get it; the fields below take the place of JSON.
      </p>
      {messages.map(({ content }, position) => (
        <SaidBlock key={position} text={content} />
      ))}
      <form onSubmit={(event) => void save(event)}>
        {fields.map((field, position) => (
          <FieldInput
            key={field.name}
            field={field}
            id={`field-${position}`}
            value={values[position] ?? ''}
            onValue={(value) => set(position, value)}
          />
        ))}
        {failure !== null && (
          <p role="alert" className="note">
            This answer was not stored: {escapeControls(failure)}
          </p>
        )}
        <button type="submit" className="primary" disabled={!isComplete || isSaving}>
          Save and continue
        </button>
      </form>
    </article>
  );
}

interface FieldProps {
  readonly field: PersonField;
  readonly id: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function FieldInput({ field: { name, options, maxLength, isLong }, id, value, onValue }: FieldProps) {
  const shown = escapeControls(name);
  if (options !== null) {
    return (
      <fieldset className="options">
        <legend>
          <bdi>{shown}</bdi>
        </legend>
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={id}
              value={option}
              checked={value === option}
              onChange={({ target }) => onValue(target.value)}
            />
            <bdi>{escapeControls(option)}</bdi>
          </label>
        ))}
      </fieldset>
    );
  }
  const common = { id, maxLength, value, autoComplete: 'off', dir: 'auto' } as const;
  return (
    <div className="note-field">
      <label htmlFor={id}>
        <bdi>{shown}</bdi>
      </label>
      {isLong ? (
        <textarea {...common} rows={6} onChange={({ target }) => onValue(target.value)} />
      ) : (
        <input {...common} onChange={({ target }) => onValue(target.value)} />
      )}
    </div>
  );
}
