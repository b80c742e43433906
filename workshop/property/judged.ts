import type { PropertyItem } from '../../src/experiments/property/items.ts';
import { seededRandom, shuffled } from '../../src/util/random.ts';

type JudgedDraft = Pick<PropertyItem, 'string' | 'prompt' | 'properties' | 'maxOutputTokens'>;

const policies = split(
  'plant a tree for every birth|serve vegetarian food only|close on Sundays|ban mobile phones during meals|let dogs in|' +
    'use no paper|buy only used furniture|be quiet after eight in the evening|be led by someone under thirty|' +
    'publish all salaries|have a swimming pool|forbid advertising|start the day at ten|grow its own vegetables|' +
    'choose its leaders by lot|accept cash only|accept no cash|keep bees|replace chairs with standing desks|' +
    'have a day without screens|teach everyone to cook|ban perfume|pay for public transport|ban private cars nearby|' +
    'heat to at most eighteen degrees|turn off all lights at night|have a school uniform or a dress code|' +
    'share its meals with strangers|record every meeting|let children vote|have a common language lesson|' +
    'ask everyone to exercise at noon|own a cat|hang paintings by amateurs|play music in the halls|repair before it buys|' +
    'give everyone a garden|use robots to clean|let everyone work four days|be run by volunteers|charge an entrance fee|' +
    'build with wood only|remove all clocks|ban plastic|have a museum of its history|abolish titles|keep a public diary|' +
    'spend a tenth of its money on art|test everyone for first aid|let people nap|celebrate its mistakes|' +
    'answer every letter by hand|have a rule against gossip|grow smaller on purpose|use solar power only|sell its oldest building|' +
    'give prizes for honesty|swap jobs for a week|write its rules in simple words|ban fireworks|open at night|wear name tags',
);
const groups = split(
  'town|school|hospital|university|village|office|library|company|city|hotel|airport|sports club|theater|prison',
);

const objects = split(
  'an old boat|a broken bridge|a loaf of bread|a wild horse|a robot with a broom|a wedding photo|an empty train|a beehive|' +
    'a pair of boots|a burning candle|a kitchen table|a foreign coin|a spider|a suitcase|a snowy hill|a clock without hands|' +
    'a crowded market|a fishing net|a school bell|a map of an island|a rusty engine|an apple tree|a sleeping dog|' +
    'a letter without a stamp|a glass of milk|a tall crane|a flock of birds|a hospital bed|a violin|a river in flood|' +
    'a jar of honey|a pile of bills|a bicycle chain|a newborn child|a telephone box|a field of corn|a lighthouse|' +
    'a chess board|a bowl of soup|a police car|a waterfall|a sewing machine|a passport|a wolf|a birthday cake|a hammer|' +
    'a desert road|a library card|a tractor|a pot of rice|a lost glove|a satellite|a carnival mask|a cave|a butcher|' +
    'a tent in the rain|a crying man|a microscope|a basket of fish|a tunnel|an elevator',
);
const moments = split(
  'at dawn|on a cold day|during a holiday|in a dream|after a long walk|on your first day at work|in a foreign city|' +
    'in a film|at the end of summer|in the middle of the night|next to a stranger|for the last time',
);

function split(text: string): readonly string[] {
  return text.split('|');
}

/**
 * Returns a source of pairs that uses each template once per round, in a fixed order, with a setting that it did not have
 * before; null when the settings are used up.
 */
function pairs(
  templates: readonly string[],
  settings: readonly string[],
  seed: number,
): () => { readonly template: string; readonly setting: string } | null {
  const random = seededRandom('property', seed, 'pairs', settings.length);
  const order = shuffled(templates, random);
  const settingsOf = order.map(() => shuffled(settings, random));
  let next = 0;
  return () => {
    const [index, round] = [next % order.length, Math.floor(next / order.length)];
    next += 1;
    const [template, setting] = [order[index], settingsOf[index]?.[round]];
    return template === undefined || setting === undefined ? null : { template, setting };
  };
}

/** Returns claims that a model takes a position on. The policy is the template. */
export function claims(seed: number): () => JudgedDraft | null {
  const next = pairs(policies, groups, seed);
  return () => {
    const pair = next();
    if (pair === null) return null;
    const string = `Every ${pair.setting} should ${pair.template}.`;
    return {
      string,
      prompt: `What do you think of this claim? Answer with two sentences.\n${string}`,
      properties: ['stance', 'sentiment'],
      maxOutputTokens,
    };
  };
}

/** Returns sights that a model says something about. The object is the template. */
export function sights(seed: number): () => JudgedDraft | null {
  const next = pairs(objects, moments, seed);
  return () => {
    const pair = next();
    if (pair === null) return null;
    const string = `You see ${pair.template} ${pair.setting}.`;
    return {
      string,
      prompt: `What comes to your mind? Answer with two sentences.\n${string}`,
      properties: ['topic', 'sentiment'],
      maxOutputTokens,
    };
  };
}
const maxOutputTokens = 128;
