import { type Draft, type Maker, others, pick, type Subject } from './draft.ts';
import type { Facts } from './facts.ts';

/** Countries whose name takes an article in a sentence. */
const articled =
  /^(?:Bahamas|Comoros|Czech|Dominican|Gambia|Maldives|Netherlands|Philippines|Seychelles|Solomon|United)/;
const inSentence = (country: string) => (articled.test(country) ? `the ${country}` : country);

type Rows = Facts['countries'];

function capitalMakers(named: Rows): { readonly capitalOf: (near: boolean) => Maker; readonly countryOf: Maker } {
  const within = (continent: string) => named.filter((row) => row.continent === continent);

  // wrong options from the same continent are harder
  const capitalOf =
    (near: boolean): Maker =>
    (random) => {
      const { country, capital, continent } = pick(named, random);
      const pool = (near ? within(continent) : named).map((row) => row.capital);
      return {
        question: `What is the capital of ${inSentence(country)}?`,
        right: capital,
        wrong: others(pool, capital, random),
      };
    };
  const countryOf: Maker = (random) => {
    const { country, capital, continent } = pick(named, random);
    const pool = within(continent).map((row) => row.country);
    return {
      question: `${capital} is the capital of which country?`,
      right: country,
      wrong: others(pool, country, random),
    };
  };
  return { capitalOf, countryOf };
}

export function geography({ countries }: Facts): Subject {
  const continents = [...new Set(countries.map(({ continent }) => continent))];
  // "What is the capital of Kuwait?" with Kuwait City among the options is trivial
  const named = countries.filter(({ country, capital }) => !capital.includes(country) && !country.includes(capital));
  const { capitalOf, countryOf } = capitalMakers(named);

  const continentOf: Maker = (random) => {
    const { country, continent } = pick(countries, random);
    return {
      question: `On which continent is ${inSentence(country)}?`,
      right: continent,
      wrong: others(continents, continent, random),
    };
  };
  const continentOfCity: Maker = (random) => {
    const { capital, continent } = pick(named, random);
    return {
      question: `On which continent is the city of ${capital}?`,
      right: continent,
      wrong: others(continents, continent, random),
    };
  };
  const memberOf =
    (field: 'country' | 'capital', inside: boolean): Maker =>
    (random): Draft => {
      const continent = pick(continents, random);
      const members = named.filter((row) => row.continent === continent).map((row) => row[field]);
      const outsiders = named.filter((row) => row.continent !== continent).map((row) => row[field]);
      const noun = field === 'country' ? 'countries' : 'cities';
      const right = pick(inside ? members : outsiders, random);
      const question = `Which of these ${noun} is ${inside ? 'in' : 'not in'} ${continent}?`;
      return { question, right, wrong: others(inside ? outsiders : members, right, random) };
    };
  const sharedContinent: Maker = (random) => {
    const asked = pick(named, random);
    const right = pick(
      named.filter((row) => row.continent === asked.continent && row.country !== asked.country),
      random,
    ).country;
    const outsiders = named.filter((row) => row.continent !== asked.continent).map((row) => row.country);
    return {
      question: `Which country is on the same continent as ${inSentence(asked.country)}?`,
      right,
      wrong: others(outsiders, right, random),
    };
  };

  return {
    name: 'geography',
    makers: {
      1: [continentOf, capitalOf(false), memberOf('country', true)],
      2: [countryOf, capitalOf(true), continentOfCity, memberOf('country', false)],
      3: [sharedContinent, memberOf('capital', true), memberOf('capital', false)],
    },
  };
}
