interface Family {
  /** Its HELP and TYPE. */
  heading: string[];
  samples: string[];
}

/** The figures of several workers as one text in Prometheus' format: each sample says whose it is, so that sums are the reader's to make. */
export function mergeMetrics(texts: ReadonlyMap<number, string>): string {
  const families = new Map<string, Family>();
  for (const [worker, text] of texts) addTo(families, text, worker);
  return [...families.values()].map(({ heading, samples }) => `${[...heading, ...samples].join('\n')}\n`).join('');
}

/** A name's HELP comes before its TYPE, and both before its samples. */
function addTo(families: Map<string, Family>, text: string, worker: number): void {
  let family: Family = { heading: [], samples: [] };
  for (const line of text.split('\n')) {
    const [, comment, name] = /^# (HELP|TYPE) (\w+) /.exec(line) ?? [];
    if (name !== undefined) {
      family = families.get(name) ?? { heading: [], samples: [] };
      families.set(name, family);
      if (!family.heading.some((known) => known.startsWith(`# ${comment} `))) family.heading.push(line);
    } else if (line !== '') {
      family.samples.push(withLabel(line, worker));
    }
  }
}

function withLabel(sample: string, worker: number): string {
  return sample.replace(/^(\w+)(?:\{(.*)\})? /, (_whole, name, labels) => `${name}{${labels ? `${labels},` : ''}worker="${worker}"} `);
}
