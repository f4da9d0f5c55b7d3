type Props = {
  text: string;
  doctor: string;
  /** Takes it as the note of the visit; left out once there is another. */
  onUse: (() => void) | undefined;
  disabled: boolean;
};

/** What was noted when the visit was planned. It is no note of the visit until the person takes it. */
export function PlanNote({ text, doctor, onUse, disabled }: Props) {
  return (
    <p className="mt-1 flex items-baseline gap-x-2 text-small text-muted">
      <span className="line-clamp-2 min-w-0 wrap-anywhere" title={text}>
        Plan: {text}
      </span>
      {onUse && (
        <button
          type="button"
          // Not on the way from one text to the next.
          tabIndex={-1}
          aria-label={`Use the plan's note for ${doctor}`}
          disabled={disabled}
          className="-my-3 min-h-11 shrink-0 rounded-control px-1 font-medium text-accent hover:underline sm:-my-1.5 sm:min-h-8"
          onClick={onUse}
        >
          Use
        </button>
      )}
    </p>
  );
}
