/** The look of the choice of a list that Enter takes, while the focus is in a field: a frame too, as its ground is too pale to see. */
export const activeChoiceClass = "bg-accent-soft outline-2 -outline-offset-2 outline-accent";
