import { useMemo } from 'react';
import styles from './previews.module.css';
import { readTable } from './read-table.ts';

/** A file of separated values, as a table. */
export function TablePreview({ text, name }: { text: string; name: string }) {
  const { head, rows, isCut } = useMemo(() => readTable(text), [text]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people must be able to scroll it with the keyboard */}
      <div className={styles.table} tabIndex={0} role="region" aria-label={`Table of ${name}`}>
        <table>
          <thead>
            <tr>
              {head.map((title, index) => (
                <th key={index} scope="col" dir="auto">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {head.map((_, column) => (
                  <td key={column} dir="auto">
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut && <p className={styles.cut}>Only the beginning is shown. Download the file to see all of it.</p>}
    </>
  );
}
