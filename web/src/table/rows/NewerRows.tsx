import { ArrowUp } from "lucide-react";
import { Button } from "../../ui/control/Button.tsx";

/** Offers newer rows to people who read further down. It overlays the list, so that nothing moves when it appears. */
export function NewerRows({ onShow }: { onShow: () => void }) {
  return (
    <div className="sticky top-[calc(var(--top)+0.5rem)] z-15 flex h-0 justify-center print:hidden">
      <span className="h-fit animate-rise rounded-control shadow-lift">
        <Button size="small" variant="primary" icon={ArrowUp} onClick={onShow}>
          Show changes
        </Button>
      </span>
    </div>
  );
}
