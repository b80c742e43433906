import { questionLines } from '../../domain/question.ts';
import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readJsonObject } from '../common/json-object.ts';
import type { FlipItem } from './items.ts';

/** Reads a changed question; the unchanged options after it are removed. */
export function readChange(text: string, { options }: Pick<FlipItem, 'options'>): Reading<string> {
  return readJsonObject(text, (object) => {
    const question = fieldOf(object, 'question');
    const written = typeof question === 'string' ? question.trim() : '';
    const lines = questionLines({ question: '', options });
    const value = written.endsWith(lines) ? written.slice(0, -lines.length).trim() : written;
    return value === '' ? { lacks: '"question" is not a text' } : { value };
  });
}
