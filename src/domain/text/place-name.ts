/** For example "Double room, in Pier House". */
export const nameInBuilding = (title: string, buildingTitle: string | null): string =>
  buildingTitle === null ? title : `${title}, in ${buildingTitle}`;
