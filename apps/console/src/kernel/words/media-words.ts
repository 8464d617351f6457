const names: Partial<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/json': 'JSON',
  'application/zip': 'ZIP archive',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.ms-excel': 'Excel workbook',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook',
  'application/vnd.ms-powerpoint': 'PowerPoint presentation',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint presentation',
  'application/vnd.oasis.opendocument.text': 'OpenDocument text',
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheet',
  'message/rfc822': 'E-mail',
  'text/csv': 'CSV',
  'text/html': 'HTML',
  'text/markdown': 'Markdown',
  'text/plain': 'Plain text',
  'image/svg+xml': 'SVG image',
};

/** Name of a file type for people: `Word document`, `PNG image`. Rare types keep their code. */
export function mediaWords(mimeType: string): string {
  const [kind = '', format = ''] = mimeType.split('/');
  const isMedia = kind === 'image' || kind === 'audio' || kind === 'video';
  return names[mimeType] ?? (isMedia ? `${format.toUpperCase()} ${kind}` : mimeType);
}
