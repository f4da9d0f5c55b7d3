import {
  Component,
  createContext,
  Fragment,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { Search } from "./route.ts";
import type { Location, Router } from "./router.ts";

/** Undefined for what stands apart from the screens. */
export const RouterContext = createContext<Router | undefined>(undefined);
const ShownContext = createContext<Location | undefined>(undefined);

/** The router. Its address is not followed: see `usePath` and `useShown`. */
export function useRouter(): Router {
  return given(useContext(RouterContext));
}

/** Goes to a screen. */
export function useNavigate(): Router["navigate"] {
  return useRouter().navigate;
}

/** The path of the page's address, at once, while its screen may still be coming. */
export function usePath(): string {
  const router = useRouter();
  return useSyncExternalStore(router.onMove, () => router.location.pathname);
}

/** The address of the screen that is shown. */
export function useShown(): Location {
  return given(useContext(ShownContext));
}

/** The search parameters of the screen that is shown. */
export function useSearch(): Search {
  return useShown().search;
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("There is no router around this");
  return value;
}

/** Shows the screen of the page's address, in its frame and in what surrounds every screen. */
export function RouterProvider({ router }: { router: Router }) {
  const [shown, setShown] = useState(router.location);
  useLayoutEffect(
    () =>
      router.start((next, isSameScreen) => {
        // Another screen is rendered in pieces, so that the page answers meanwhile; a filter shows at once what was chosen.
        if (isSameScreen) setShown(next);
        else startTransition(() => setShown(next));
      }),
    [router],
  );
  useLayoutEffect(() => router.arrived(shown), [router, shown]);
  const { root: Root } = router;
  // The same elements each time: whoever doesn't look at the address is not rendered again for it.
  const everything = useMemo(
    () => (
      <Crashable>
        <Root>
          <ShownFrame />
        </Root>
      </Crashable>
    ),
    [Root],
  );
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{everything}</ShownContext>
    </RouterContext>
  );
}

function ShownFrame() {
  const { frame: Frame = Fragment } = useShown().route;
  return useMemo(
    () => (
      <Frame>
        <Crashable>
          <ShownScreen />
        </Crashable>
      </Frame>
    ),
    [Frame],
  );
}

function ShownScreen() {
  const { route, params } = useShown();
  const { screen: Screen } = route;
  // Another record's is another screen: nothing that was begun on the one before is about it.
  return useMemo(() => <Screen key={params.id} />, [Screen, params.id]);
}

/** Shows something else in the place of what crashed, until that is asked for again or another address is shown. */
function Crashable({ children }: { children: ReactNode }) {
  const { crashed: Crashed, reload } = useRouter();
  const instead = (reset: () => void) => {
    const again = () => {
      reload();
      reset();
    };
    return <Crashed reset={again} />;
  };
  return (
    <Catcher at={useShown()} instead={instead}>
      {children}
    </Catcher>
  );
}

type Props = { at: Location; instead: (reset: () => void) => ReactNode; children: ReactNode };
type State = { at: Location; isCrashed: boolean };

class Catcher extends Component<Props, State> {
  override state: State = { at: this.props.at, isCrashed: false };

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, isCrashed: false };
  }

  static getDerivedStateFromError(): Partial<State> {
    return { isCrashed: true };
  }

  override render() {
    const { instead, children } = this.props;
    return this.state.isCrashed ? instead(() => this.setState({ isCrashed: false })) : children;
  }
}
