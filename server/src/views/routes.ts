import { recordParams } from "@rounds/domain/records/record.ts";
import {
  viewConfirmation,
  viewCreation,
  views as viewList,
  viewOrder,
  view as viewShape,
  viewUpdate,
} from "@rounds/domain/views/view.ts";
import { endpoint } from "../api/endpoint.ts";
import { createView, deleteView, listViews, orderViews, updateView } from "./queries.ts";

export const views = {
  // Read where they are written: somebody who has just saved one looks for it here.
  list: endpoint({ response: viewList }, (_, { db, actor }) => listViews(db, actor)),
  create: endpoint({ body: viewCreation, response: viewShape }, ({ body }, { db, actor }) =>
    createView(db, body, actor),
  ),
  order: endpoint({ body: viewOrder, response: viewList }, ({ body }, { db, actor }) =>
    orderViews(db, body.ids, actor),
  ),
  update: endpoint(
    { params: recordParams, body: viewUpdate, response: viewShape },
    ({ params, body }, { db, actor }) => updateView(db, params.id, body, actor),
  ),
  delete: endpoint(
    { params: recordParams, query: viewConfirmation, response: viewShape },
    ({ params, query }, { db, actor }) => deleteView(db, params.id, query, actor),
  ),
};
