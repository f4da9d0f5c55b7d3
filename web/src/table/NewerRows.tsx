import { ArrowUp } from "lucide-react";
import { Button } from "../ui/Button.tsx";

/** Offers newer rows to who reads further down. It lies over the list, so that nothing moves when it comes. */
export function NewerRows({ onShow }: { onShow: () => void }) {
  return (
    <div className="sticky top-[calc(var(--bar)+0.5rem)] z-15 flex h-0 justify-center print:hidden">
      <span className="h-fit animate-rise rounded-control shadow-lift">
        <Button size="small" variant="primary" icon={ArrowUp} onClick={onShow}>
          Show changes
        </Button>
      </span>
    </div>
  );
}
