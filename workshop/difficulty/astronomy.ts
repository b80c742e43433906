import { type Maker, numberDraft, others, pick, type Subject } from './draft.ts';
import type { Facts } from './facts.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

function planetMakers(planets: Facts['planets']): Readonly<Record<'place' | 'compare' | 'gap' | 'neighbour', Maker>> {
  const names = planets.map(({ planet }) => planet);

  const place: Maker = (random) => {
    const { planet, order } = pick(planets, random);
    return {
      question: `Which is the ${ordinals[order - 1]} planet from the Sun?`,
      right: planet,
      wrong: others(names, planet, random),
    };
  };
  const compare: Maker = (random) => {
    const chosen = others(names, '', random, 4);
    const four = planets.filter(({ planet }) => chosen.includes(planet));
    const [asked, field, sign] = pick(
      [
        ['closest to the Sun', 'order', 1],
        ['farthest from the Sun', 'order', -1],
        ['the largest', 'size', 1],
        ['the smallest', 'size', -1],
      ] as const,
      random,
    );
    const [right = '', ...wrong] = [...four].sort((a, b) => sign * (a[field] - b[field])).map(({ planet }) => planet);
    return { question: `Which of these planets is ${asked}?`, right, wrong };
  };
  const gap: Maker = (random) => {
    const [inner, outer] = [pick(planets, random), pick(planets, random)];
    if (outer.order - inner.order < 2) return gap(random);
    const right = outer.order - inner.order - 1;
    const question = `How many planets lie between ${inner.planet} and ${outer.planet}?`;
    return numberDraft({ question, right, slips: [right + 1, right - 1, right + 2] }, random);
  };
  const neighbour: Maker = (random) => {
    const [inner, outer] = [pick(planets, random), pick(planets, random)];
    if (outer.order - inner.order !== 2) return neighbour(random);
    const right = names[inner.order] ?? '';
    const rest = names.filter((name) => name !== inner.planet && name !== outer.planet);
    return {
      question: `Which planet lies between ${inner.planet} and ${outer.planet}?`,
      right,
      wrong: others(rest, right, random),
    };
  };
  return { place, compare, gap, neighbour };
}

function starMakers(stars: Facts['stars']): Readonly<Record<'starIn' | 'starOf', Maker>> {
  const constellations = [...new Set(stars.map(({ constellation }) => constellation))];

  const starIn: Maker = (random) => {
    const { star, constellation } = pick(stars, random);
    return {
      question: `In which constellation is the star ${star}?`,
      right: constellation,
      wrong: others(constellations, constellation, random),
    };
  };
  const starOf: Maker = (random) => {
    const { star, constellation } = pick(stars, random);
    const rest = stars.filter((row) => row.constellation !== constellation).map((row) => row.star);
    return {
      question: `Which of these stars is in the constellation ${constellation}?`,
      right: star,
      wrong: others(rest, star, random),
    };
  };
  return { starIn, starOf };
}

function moonMakers({ planets, moons }: Facts): Readonly<Record<'moonOf' | 'moonAround', Maker>> {
  const names = planets.map(({ planet }) => planet);

  const moonOf: Maker = (random) => {
    const { moon, planet } = pick(moons, random);
    return { question: `Which planet has the moon ${moon}?`, right: planet, wrong: others(names, planet, random) };
  };
  const moonAround: Maker = (random) => {
    const { moon, planet } = pick(moons, random);
    const rest = moons.filter((row) => row.planet !== planet).map((row) => row.moon);
    return { question: `Which of these moons belongs to ${planet}?`, right: moon, wrong: others(rest, moon, random) };
  };
  return { moonOf, moonAround };
}

function kindMaker({ planets, stars, moons }: Facts): Maker {
  const pools = {
    planet: planets.map(({ planet }) => planet),
    star: stars.map(({ star }) => star),
    moon: moons.map(({ moon }) => moon),
    constellation: [...new Set(stars.map(({ constellation }) => constellation))],
  };
  const kinds = ['planet', 'star', 'moon', 'constellation'] as const;
  return (random) => {
    const asked = pick(kinds, random);
    const right = pick(pools[asked], random);
    const rest = kinds.filter((other) => other !== asked);
    return { question: `Which of these is a ${asked}?`, right, wrong: rest.map((other) => pick(pools[other], random)) };
  };
}

export function astronomy(facts: Facts): Subject {
  const { place, compare, gap, neighbour } = planetMakers(facts.planets);
  const { starIn, starOf } = starMakers(facts.stars);
  const { moonOf, moonAround } = moonMakers(facts);
  const kind = kindMaker(facts);
  return {
    name: 'astronomy',
    makers: { 1: [kind, moonOf, place], 2: [compare, moonAround, neighbour], 3: [starIn, starOf, gap] },
  };
}
