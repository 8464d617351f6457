const home = 'packages/domain/src/durations.ts';

/** Minutes, hours and days in milliseconds, and products that make them. */
const inNumbers = /\b(?:(?:60|120|300|600|900|1_800|3_600|86_400)_000|(?:60|24|1000) \* 60|60 \* 1000)\b/;
/** Durations in words, inside a text. */
const inWords = /'[^'\n]*\b(?:within|lasts|works for|expires in) (?:half an hour|an hour|a day|\d+ (?:minutes|hours|days))\b[^'\n]*'/;

/** Finds durations that the product writes by hand. */
export function checkDurations(sources) {
  const product = sources.filter(({ file, isTest }) => !isTest && /^(?:packages|apps)\//.test(file) && file !== home);
  return product.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => {
      const place = `${file}:${index + 1}`;
      if (inNumbers.test(line)) return [`${place}: name this duration by the constants of ${home}`];
      return inWords.test(line) ? [`${place}: word this duration with durationWords`] : [];
    }),
  );
}
