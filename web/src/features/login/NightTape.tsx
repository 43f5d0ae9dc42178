/** Which of the cells of a night stand out; a drawing, not data. */
const marks: Readonly<Record<number, string>> = { 16: 'warn', 23: 'alert', 27: 'warn', 37: 'now' };
const cells = Array.from({ length: 38 }, (_, index) => ({ index, mark: marks[index] ?? 'quiet' }));

/** A quiet picture of what the product does: it looks again and again, and now and then it finds something. */
export function NightTape() {
  return (
    <div className="night-tape" aria-hidden="true">
      <div className="night-tape__cells">
        {cells.map(({ index, mark }) => (
          <i key={index} className={`night-tape__cell night-tape__cell--${mark}`} />
        ))}
      </div>
      <p className="night-tape__caption meta">
        <span>Watching while you are away</span>
        <span>now</span>
      </p>
    </div>
  );
}
