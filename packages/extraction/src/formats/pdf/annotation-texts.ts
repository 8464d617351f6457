/** An annotation of a page as PDF.js reads it. */
export interface Annotation {
  subtype: string;
  annotationFlags: number;
  /** Text of a note, or of a text box beside the page's own text. */
  contentsObj?: { str: string };
  fieldName?: string;
  /** Field name shown to people. */
  alternativeText?: string;
  /** Filled-in text or choices. Buttons have states, not text. */
  fieldValue?: unknown;
  fieldType?: string;
  password?: boolean;
  /** Choices of a field. */
  options?: readonly { exportValue: string; displayValue: string }[];
}

/** Flags of annotations that viewers do not show: Hidden and NoView (ISO 32000-2, 12.5.3). */
const unseen = 0b10_0010;

/** Texts that people added to a page: notes, and each filled-in text or choice with the name of its field. */
export function annotationTexts(annotations: readonly Annotation[]): string[] {
  return annotations.flatMap((annotation) => {
    if ((annotation.annotationFlags & unseen) !== 0) return [];
    if (annotation.subtype === 'Widget') return fieldText(annotation);
    // Skips pop-ups, which repeat their notes, and links, whose text is for screen readers.
    const isNote = annotation.subtype !== 'Popup' && annotation.subtype !== 'Link';
    return isNote ? textOf(annotation.contentsObj?.str) : [];
  });
}

function fieldText({ fieldType, password, fieldName, alternativeText, fieldValue, options = [] }: Annotation): string[] {
  if (password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return [];
  const values = [fieldValue].flat().filter((value) => typeof value === 'string');
  const shown = values.map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value);
  const name = alternativeText || fieldName;
  return textOf(shown.join(', ')).map((text) => (name ? `${name}: ${text}` : text));
}

function textOf(text = ''): string[] {
  const clean = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim();
  return clean === '' ? [] : [clean];
}
