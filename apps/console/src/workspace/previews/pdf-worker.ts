// Reads PDF outside of the page.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
