import { noteAt, type Recording } from './recording.ts';

const columns = ['Price', 'Buy box', 'Lowest FBA', 'Rank', 'Stock', 'Sold'] as const;

/** The same in words: what was known at the end of each day, newest first. */
export function RecorderTable({ recording }: { readonly recording: Recording }) {
  return (
    <div className="recorder__table">
      <table aria-label="Recorded by day">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {recording.sold.toReversed().map(({ date, to }) => {
            const note = noteAt(recording, Math.min(to - 1, recording.range.to));
            const values = new Map(note.lines.map(({ label, value }) => [label, value]));
            return (
              <tr key={date}>
                <th scope="row">{note.title}</th>
                {columns.map((column) => (
                  <td key={column}>{values.get(column) ?? <span className="dim">not known</span>}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
