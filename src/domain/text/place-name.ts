/** The title of a place, followed by that of its building, if it is in one: "Double room, in Pier House". */
export const nameInBuilding = (title: string, buildingTitle: string | null): string =>
  buildingTitle === null ? title : `${title}, in ${buildingTitle}`;
