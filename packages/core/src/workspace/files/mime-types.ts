import type { FileKind } from '@gatehouse/domain';

/** Kind of content for a MIME type. Never a skill, because a skill is a text that was stored as one. */
export function kindOfMimeType(mimeType: string): FileKind {
  if (mimeType.startsWith('text/') || textTypes.has(mimeType) || /\+(?:json|xml|yaml)$/.test(mimeType)) return 'text';
  if (mimeType === 'application/pdf') return 'pdf';
  if (archiveTypes.has(mimeType)) return 'archive';
  const family = /^(image|audio|video)\//.exec(mimeType)?.[1];
  return (family as FileKind | undefined) ?? 'other';
}

/** MIME type for a file name's extension, in upper or lower case. */
export function mimeTypeOfName(name: string): string | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1];
  return extension === undefined ? undefined : typeOfExtension.get(extension.toLowerCase());
}

/** A MIME type in lower case without parameters. Undefined for other text. */
export function parseMimeType(text: string): string | undefined {
  const mimeType = text.split(';', 1)[0]!.trim().toLowerCase();
  return /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/.test(mimeType) ? mimeType : undefined;
}

/** True if the second type is stored in the first as its container: a docx in a ZIP, an audio book in an MP4. */
export function isContainerOf(container: string, mimeType: string): boolean {
  return containers[container]?.test(mimeType) ?? false;
}

const containers: Record<string, RegExp> = {
  'application/zip':
    /^application\/(?:vnd\.(?:openxmlformats|oasis\.opendocument|ms-(?:word|excel|powerpoint)|android\.package|google-earth\.kmz|comicbook)|epub\+zip$|java-archive$)|^application\/[^/]+\+zip$/,
  // Includes encrypted files of newer programs.
  'application/x-ole-storage':
    /^application\/(?:msword|vnd\.openxmlformats-officedocument\..+|vnd\.ms-(?:excel|powerpoint|outlook|project)|vnd\.visio|x-msi)$/,
  'video/mp4': /^(?:audio\/mp4|video\/x-m4v|video\/quicktime)$/,
  'video/quicktime': /^video\/mp4$/,
  'audio/ogg': /^(?:video|application)\/ogg$|^audio\/opus$/,
  'video/webm': /^audio\/webm$/,
  'video/x-matroska': /^audio\/x-matroska$/,
  'video/x-ms-asf': /^(?:video\/x-ms-wmv|audio\/x-ms-wma)$/,
};

const extensions: Record<string, string> = {
  'text/plain': 'txt text log conf cfg ini env properties gitignore diff patch',
  'text/markdown': 'md markdown mdx',
  'text/html': 'html htm xhtml',
  'text/css': 'css scss sass less',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
  'text/vtt': 'vtt',
  'text/rtf': 'rtf',
  'text/x-tex': 'tex bib',
  'text/x-rst': 'rst',
  'text/javascript': 'js mjs cjs jsx',
  'text/typescript': 'ts mts cts tsx',
  'text/x-python': 'py pyi',
  'text/x-ruby': 'rb',
  'text/x-php': 'php',
  'text/x-java': 'java',
  'text/x-kotlin': 'kt kts',
  'text/x-swift': 'swift',
  'text/x-go': 'go',
  'text/x-rust': 'rs',
  'text/x-c': 'c h',
  'text/x-c++': 'cc cpp cxx hpp',
  'text/x-csharp': 'cs',
  'text/x-shellscript': 'sh bash zsh',
  'text/x-vue': 'vue svelte',
  'application/json': 'json',
  'application/x-ndjson': 'jsonl ndjson',
  'message/rfc822': 'eml',
  'application/geo+json': 'geojson',
  'application/ld+json': 'jsonld',
  'application/yaml': 'yaml yml',
  'application/toml': 'toml',
  'application/xml': 'xml xsd xsl xslt plist',
  'application/sql': 'sql',
  'application/graphql': 'graphql gql',
  'application/x-ipynb+json': 'ipynb',
  'image/svg+xml': 'svg',
  'application/postscript': 'ps eps',
  'application/pdf': 'pdf',
  'image/png': 'png apng',
  'image/jpeg': 'jpg jpeg jfif',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/tiff': 'tif tiff',
  'image/x-icon': 'ico',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/jxl': 'jxl',
  'image/jp2': 'jp2',
  'image/vnd.adobe.photoshop': 'psd',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a m4b',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg oga',
  'audio/opus': 'opus',
  'audio/aac': 'aac',
  'audio/aiff': 'aif aiff',
  'audio/midi': 'mid midi',
  'audio/x-ms-wma': 'wma',
  'video/mp4': 'mp4',
  'video/x-m4v': 'm4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'video/x-ms-wmv': 'wmv',
  'video/mpeg': 'mpg mpeg',
  'video/ogg': 'ogv',
  'video/3gpp': '3gp',
  'video/x-flv': 'flv',
  'application/zip': 'zip',
  'application/gzip': 'gz tgz',
  'application/x-bzip2': 'bz2',
  'application/x-xz': 'xz',
  'application/zstd': 'zst',
  'application/x-7z-compressed': '7z',
  'application/vnd.rar': 'rar',
  'application/x-tar': 'tar',
  'application/java-archive': 'jar war',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
  'application/vnd.android.package-archive': 'apk',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.ms-outlook': 'msg',
  'application/vnd.sqlite3': 'sqlite sqlite3 db',
  'application/wasm': 'wasm',
  'application/vnd.apache.parquet': 'parquet',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
  'font/ttf': 'ttf',
  'font/otf': 'otf',
};

const typeOfExtension = new Map(
  Object.entries(extensions).flatMap(([mimeType, names]) => names.split(' ').map((extension) => [extension, mimeType] as const)),
);

const textTypes = new Set([
  'application/json',
  'application/x-ndjson',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/xml',
  'application/sql',
  'application/graphql',
  'application/javascript',
  'application/typescript',
  'application/x-sh',
  'application/postscript',
]);

const archiveTypes = new Set([
  'application/zip',
  'application/gzip',
  'application/x-bzip2',
  'application/x-xz',
  'application/zstd',
  'application/x-lz4',
  'application/x-7z-compressed',
  'application/vnd.rar',
  'application/vnd.ms-cab-compressed',
  'application/x-archive',
  'application/x-tar',
  'application/java-archive',
]);
