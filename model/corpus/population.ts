import { type Random, randomInteger } from '../../src/util/random.ts';
import { type Speaker, speaker } from './speaker.ts';

/**
 * One of many simulated speakers around the common prior. Forecast documents are labelled by these and by nobody else;
 * a subject's own name (`subject.ts`) is never among them.
 */
export function drawSpeaker(random: Random): Speaker {
  return speaker(`population ${randomInteger(random, 2 ** 31)}`);
}
