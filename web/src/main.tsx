import "./zod-without-eval.ts";
import "./styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { productRouter } from "./routes.tsx";
import { AuthProvider } from "./sign-in/AuthProvider.tsx";

const place = document.getElementById("root");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <RouterProvider router={productRouter()} />
        </AuthProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
